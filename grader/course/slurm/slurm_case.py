"""A Slurm cluster of this one machine, for one test: two fake GPUs, started and stopped here."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

NEEDED = ("slurmctld", "slurmd", "sbatch", "sinfo")
# Without munge, systemd and cgroups: only for tests.
SETTINGS = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 Gres=gpu:2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
FAKE_GPUS = "Name=gpu File=/dev/null\nName=gpu File=/dev/zero\n"


def why_not() -> str:
    """Why no cluster can run here; else nothing."""
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        return f"{', '.join(missing)} not installed: apt-get install slurm-wlm"
    return "" if os.geteuid() == 0 else "slurmd needs root"


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports: list[int] = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def processes_with(words: str) -> list[int]:
    """Ids of the processes with these words in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and words.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue  # ended in the meantime
    return sorted(found)


class SlurmCase(unittest.TestCase):
    cluster: ClassVar[Path]  # the folder of its files
    env: ClassVar[dict[str, str]]
    daemons: ClassVar[Sequence["subprocess.Popen[bytes]"]] = ()

    @classmethod
    def setUpClass(cls) -> None:
        reason = why_not()
        if reason:
            raise unittest.SkipTest(reason)
        cls.cluster = Path(tempfile.mkdtemp(prefix="gemmlab-slurm-"))
        cls.addClassCleanup(shutil.rmtree, cls.cluster, ignore_errors=True)
        cls.addClassCleanup(cls.stop)
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (cls.cluster / name).mkdir()
        conf = cls.cluster / "slurm.conf"
        conf.write_text(SETTINGS.format(host=host, folder=cls.cluster, ports=free_ports(2)))
        (cls.cluster / "gres.conf").write_text(FAKE_GPUS)
        cls.env = {**os.environ, "SLURM_CONF": str(conf)}
        cls.daemons = [
            subprocess.Popen(
                command,
                env=cls.env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for command in (
                ["slurmctld", "-D", "-c", "-f", str(conf)],
                ["slurmd", "-D", "-f", str(conf), "-N", host],
            )
        ]
        cls.wait_until_idle()

    @classmethod
    def wait_until_idle(cls) -> None:
        deadline = time.monotonic() + 20
        state = ""
        while time.monotonic() < deadline:
            state = subprocess.run(
                ["sinfo", "-h", "-o", "%T"], env=cls.env, text=True, capture_output=True
            ).stdout.strip()
            if state == "idle":
                return
            time.sleep(0.1)
        logs = "\n".join(path.read_text() for path in cls.cluster.glob("*.log"))
        raise AssertionError(f"The cluster's node is {state or 'unknown'}, not idle.\n{logs}")

    @classmethod
    def stop(cls) -> None:
        """Ends the daemons and their remaining jobs: all have this value of SLURM_CONF."""
        for daemon in reversed(cls.daemons):
            daemon.terminate()
        for daemon in cls.daemons:
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        for process in cls.of_cluster():
            os.kill(process, signal.SIGKILL)

    @classmethod
    def of_cluster(cls) -> list[int]:
        return processes_with(f"SLURM_CONF={cls.cluster}/slurm.conf")

    def submit(self, folder: Path, *words: object, want: int = 0) -> dict[str, str]:
        """Submits from a folder and waits; returns the output of each task."""
        done = subprocess.run(
            ["sbatch", "--wait", "--parsable", *map(str, words)],
            cwd=folder,
            env=self.env,
            text=True,
            capture_output=True,
            timeout=120,
        )
        files = [*folder.glob("gemmlab-*.log"), *folder.glob("out/logs/*.log")]
        logs = {path.stem: path.read_text() for path in files}
        for path in files:
            path.unlink()
        said = done.stdout + done.stderr + "\n".join(f"{k}: {v}" for k, v in logs.items())
        self.assertEqual(done.returncode, want, said)
        return logs
