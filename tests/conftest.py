"""Settings for all tests: deterministic, with no deadline, since test machines are busy."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# Other examples on every run: this is where new ones are looked for.
settings.register_profile(
    "thorough", settings.get_profile("quick"), max_examples=400, derandomize=False
)
settings.load_profile("quick")
