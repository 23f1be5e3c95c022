"""Where other machines find this one, tried in a network space of its own."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from scorer.phones.addresses import Address, addresses, local_name, network_name

Environment = Callable[[], dict[str, str]]
ASK = "from scorer.phones.addresses import addresses; [print(*known) for known in addresses()]"
INTERFACE = """
ip link add {name} type veth peer name {name}x
ip link set {name}x {peer}
ip link set {name} up
ip addr add {address} dev {name}
"""


def seen_with(environment: dict[str, str], *interfaces: tuple[str, str, str], way: str = "") -> list[str]:
    """What is found on a machine that has these interfaces alone; skips where none can be made."""
    if not all(map(shutil.which, ("unshare", "ip"))):
        pytest.skip("no unshare or no ip here")
    lines = [INTERFACE.format(name=name, address=address, peer=peer) for name, address, peer in interfaces]
    script = "\n".join(["set -e", "ip link set lo up", *lines, way, '"$@"'])
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", script, "sh", sys.executable, "-c", ASK],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"this machine allows no network spaces of its own: {done.stderr.strip()}")
    return done.stdout.splitlines()


def test_every_interface_is_found_those_of_private_networks_first_and_those_given_by_nobody_last(
    environment: Environment,
) -> None:
    assert seen_with(
        environment(),
        ("self0", "169.254.3.4/16", "up"),
        ("pub0", "93.184.216.34/24", "up"),
        ("vpn0", "172.19.0.2/24", "up"),
        ("wlan0", "192.168.7.20/24", "up"),
        way="ip route add default via 192.168.7.1",
    ) == ["192.168.7.20 wlan0", "172.19.0.2 vpn0", "93.184.216.34 pub0", "169.254.3.4 self0"]


def test_the_way_out_goes_first_among_private_networks(environment: Environment) -> None:
    interfaces = ("docker0", "172.17.0.1/16", "up"), ("eth0", "10.0.0.5/24", "up")
    by_eth0 = seen_with(environment(), *interfaces, way="ip route add default via 10.0.0.1")
    assert by_eth0 == ["10.0.0.5 eth0", "172.17.0.1 docker0"]


def test_an_interface_without_a_network_at_its_end_is_left_out(environment: Environment) -> None:
    known = seen_with(environment(), ("wlan0", "192.168.7.20/24", "up"), ("eth0", "192.168.99.1/24", "down"))
    assert known == ["192.168.7.20 wlan0"]


def test_a_machine_in_no_network_has_no_address(environment: Environment) -> None:
    assert seen_with(environment()) == []


def test_addresses_of_this_machine_can_be_listened_at() -> None:
    for known in addresses():
        with socket.socket() as tried:
            tried.bind((known.address, 0))


def test_a_name_that_leads_elsewhere_is_none() -> None:
    assert network_name().endswith(".local")
    assert local_name([Address("203.0.113.9", "eth0")]) == ""
    assert local_name([]) == ""
