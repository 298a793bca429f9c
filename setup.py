"""What pyproject.toml cannot say: every folder of the checkout is installed inside `linemate`."""

from setuptools import find_packages, setup

FOLDERS = ("engine", "protocol", "clients")

setup(
    packages=[
        "linemate",
        *(
            f"linemate.{package}"
            for folder in FOLDERS
            for package in find_packages(include=[folder, f"{folder}.*"])
        ),
    ],
    package_dir={f"linemate.{folder}": folder for folder in FOLDERS},
)
