"""Which commands load the server: those that need nothing but a code wait for none."""

from tests.test_layers import SOURCES, imports, inside


def test_one_command_alone_serves_phones_and_others_only_make_codes() -> None:
    codes = {"scorer.phones.access", "scorer.phones.addresses", "scorer.phones.codes"}
    serving = {"scorer.phones.commands.serve", "scorer.phones.commands.unsent_entries", "scorer.tournaments.served"}
    for module in [*set(SOURCES) - {*inside("scorer.phones")}, *inside("scorer.phones.commands")]:
        found = {name for name in imports(module) if name.startswith("scorer.phones") and ".commands" not in name}
        assert found <= codes or module in serving, module
    for module in codes:  # which load no server
        assert not imports(module) & {name for name in inside("scorer.phones") if name not in {*codes, "scorer.phones"}}
