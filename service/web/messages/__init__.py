"""The messages between the service and its pages."""
