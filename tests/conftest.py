"""What every test run says about itself."""

from tests.conformance.sample import source


def pytest_report_header():
    """Which of the two the operator sample compares with."""
    return f"operator sample: expected results from {source()}"
