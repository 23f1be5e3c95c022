"""The league on a screen: reads the scorebook and never writes. Started by `scorer dashboard`."""
