"""Every message between the service and its pages: the one description that both ends obey."""
