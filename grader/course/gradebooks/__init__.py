"""Gradebooks that platforms export, returned with our columns filled in."""
