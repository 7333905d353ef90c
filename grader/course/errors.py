"""What ends a command, and with which status."""


class UsageError(Exception):
    """The command line or a file of the instructor's is wrong. Exit status 2."""


class MachineError(Exception):
    """This machine or its installation failed: nobody's grade. Exit status 3."""
