"""The rules of the games; knows nothing about sensors, lights, time or files."""
