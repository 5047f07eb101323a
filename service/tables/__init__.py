"""The running tables: devices kept alive, signals judged, lamps lit."""
