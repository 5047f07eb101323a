"""The doctor probes a machine by its files, and changes nothing."""

import os
import socket
from pathlib import Path

import pytest

from service.config.service_settings import ServiceSettings
from service.doctor.facts import GroupMembership, PowerFacts
from service.doctor.machine_probe import (
    MachineProbe,
    is_running,
    process_at_port,
    process_with_file,
)


def no_command(_command: list[str]) -> str:
    raise FileNotFoundError(2, "vcgencmd")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def probe_of(root: Path, throttled: str = "") -> MachineProbe:
    def run(command: list[str]) -> str:
        if not throttled:
            return no_command(command)
        assert command == ["vcgencmd", "get_throttled"]
        return throttled

    return MachineProbe(root, run, "anna", frozenset({1000, 20}))


def test_a_machine_without_any_files_is_no_pi(tmp_path: Path) -> None:
    found = probe_of(tmp_path).machine()

    assert (found.model, found.power, found.has_spi, found.groups) == (None, None, False, {})
    assert not found.has_bluetooth
    assert not found.has_modem_manager


def test_a_pi_says_which_one_it_is(tmp_path: Path) -> None:
    write(tmp_path / "proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    write(tmp_path / "dev/spidev0.0", "")

    found = probe_of(tmp_path).machine()

    assert (found.model, found.has_spi) == ("Raspberry Pi Zero 2 W Rev 1.0", True)


def test_another_board_with_a_device_tree_is_no_pi(tmp_path: Path) -> None:
    write(tmp_path / "proc/device-tree/model", "Radxa ROCK 5B\0")
    assert probe_of(tmp_path).machine().model is None


@pytest.mark.parametrize(
    ("output", "power"),
    [
        ("throttled=0x0\n", PowerFacts()),
        ("throttled=0x50005\n", PowerFacts(low=True, was_low=True, slowed=True)),
        ("throttled=0x50000\n", PowerFacts(was_low=True)),
        ("throttled=0x8\n", PowerFacts(slowed=True)),
        ("VCHI initialization failed\n", None),
    ],
)
def test_the_firmware_of_a_pi_reports_its_power_supply(
    tmp_path: Path, output: str, power: PowerFacts | None
) -> None:
    assert probe_of(tmp_path, output).machine().power == power


@pytest.mark.parametrize(("alarm", "power"), [("1\n", PowerFacts(low=True)), ("0\n", PowerFacts())])
def test_kernel_reports_the_power_where_the_firmware_cannot_be_asked(
    tmp_path: Path, alarm: str, power: PowerFacts
) -> None:
    write(tmp_path / "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm)

    assert probe_of(tmp_path).machine().power == power


def test_groups_are_those_of_the_session_and_those_after_the_next_login(tmp_path: Path) -> None:
    write(
        tmp_path / "etc/group",
        "root:x:0:\ndialout:x:20:bruno\ngpio:x:997:bruno,anna\nspi:x:998:annabel\nbroken\n:::\n",
    )

    assert probe_of(tmp_path).machine().groups == {
        "dialout": GroupMembership(is_member=True, after_login=True),
        "gpio": GroupMembership(is_member=False, after_login=True),
        "spi": GroupMembership(is_member=False, after_login=False),
    }


def test_picos_without_a_program_are_counted(tmp_path: Path) -> None:
    for name, product in (("1-1", "0003"), ("1-2", "0005"), ("1-3", "000f")):
        write(tmp_path / f"sys/bus/usb/devices/{name}/idVendor", "2e8a\n")
        write(tmp_path / f"sys/bus/usb/devices/{name}/idProduct", f"{product}\n")

    assert probe_of(tmp_path).boot_loader_count() == 2


# ---- the folder of the journals ----


def test_the_folder_of_the_journals_need_not_be_there_yet(tmp_path: Path) -> None:
    found = probe_of(tmp_path).folder(tmp_path / "not" / "yet")

    assert found.is_folder
    assert found.writable
    assert found.free_bytes > 0


def test_a_file_in_the_place_of_the_folder_is_seen(tmp_path: Path) -> None:
    write(tmp_path / "journals", "a file")

    assert not probe_of(tmp_path).folder(tmp_path / "journals").is_folder
    assert not probe_of(tmp_path).folder(tmp_path / "journals" / "in it").is_folder


def mounts(root: Path, *lines: str) -> None:
    write(root / "proc/self/mounts", "\n".join(lines) + "\n")


def test_the_innermost_mount_is_the_one_that_counts(tmp_path: Path) -> None:
    mounts(tmp_path, "/dev/root / ext4 rw 0 0", f"tmpfs {tmp_path} tmpfs rw,nosuid 0 0", "odd")
    found = probe_of(tmp_path).folder(tmp_path / "kibitz")

    assert (found.file_system, found.volatile, found.read_only) == ("tmpfs", True, False)


def test_a_disk_that_can_only_be_read_is_seen(tmp_path: Path) -> None:
    mounts(tmp_path, "/dev/root / ext4 ro,noatime 0 0")
    assert probe_of(tmp_path).folder(tmp_path).read_only


def test_overlay_with_its_upper_layer_in_memory_is_volatile(tmp_path: Path) -> None:
    upper = tmp_path / "upper"
    mounts(
        tmp_path,
        f"overlayroot / overlay rw,lowerdir=/ro,upperdir={upper}/it 0 0",
        f"tmpfs {upper} tmpfs rw 0 0",
    )

    assert probe_of(tmp_path).folder(tmp_path / "kibitz").volatile


def test_overlay_with_an_unknown_upper_layer_is_not_volatile(tmp_path: Path) -> None:
    mounts(tmp_path, "overlay / overlay rw,lowerdir=/a,upperdir=/gone/b 0 0")
    found = probe_of(tmp_path).folder(tmp_path / "kibitz")

    assert (found.file_system, found.volatile) == ("overlay", False)


# ---- processes that hold files and ports ----


def process(root: Path, number: int, command: str, *links: str) -> None:
    """Writes the files by which Linux shows a process."""
    place = root / "proc" / str(number)
    write(place / "cmdline", command.replace(" ", "\0"))
    write(place / "comm", f"{command.split(maxsplit=1)[0]}\n")
    (place / "fd").mkdir()
    for at, link in enumerate(links):
        (place / "fd" / str(at)).symlink_to(link)


def test_holder_of_a_port_is_found_by_its_open_files(tmp_path: Path) -> None:
    device = tmp_path / "ttyACM0"
    write(device, "")
    named = tmp_path / "by-id"
    named.symlink_to(device)
    process(tmp_path, 12, "bash", "/dev/null")
    process(tmp_path, 34, "minicom -D x\x1b", "/dev/null", str(device))

    holder = process_with_file(str(named), tmp_path)

    assert holder is not None
    assert (holder.process, holder.command) == (34, "minicom -D x?")
    assert process_with_file("/dev/null/nothing", tmp_path) is None
    assert is_running("minicom", tmp_path)
    assert not is_running("ModemManager", tmp_path)


def test_locker_of_a_port_is_named_before_other_openers(tmp_path: Path) -> None:
    device = tmp_path / "ttyACM0"
    write(device, "")
    for number, command in enumerate(["kibitz run", "cat x", "screen", "minicom", "tail"], 30):
        process(tmp_path, number, command, str(device))

    def named() -> list[str]:
        holder = process_with_file(str(device), tmp_path)
        assert holder is not None
        return [one.command for one in (holder, *holder.others)]

    assert named() == ["cat x", "screen", "minicom"]
    status = device.stat()
    place = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    lines = f"1: POSIX ADVISORY WRITE 34 00:01:1 0 EOF\n2: FLOCK ADVISORY WRITE 33 {place} 0 EOF\n"
    write(tmp_path / "proc/locks", lines)
    assert named() == ["minicom", "cat x", "screen"]
    write(tmp_path / "proc/locks", lines.replace(" 33 ", " 30 "))
    assert named() == ["kibitz run", "cat x", "screen"]
    write(tmp_path / "proc/locks", "1: torn\n")
    assert named() == ["cat x", "screen", "minicom"]


def test_listener_on_a_port_is_found_by_its_socket(tmp_path: Path) -> None:
    head = (
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid to inode"
    )
    line = "   0: 0100007F:1F90 00000000:0000 {} 00000000:00000000 00:00000000 00000000 0 0 {}"
    lines = [head, line.format("01", "77"), line.format("0A", "99")]
    write(tmp_path / "proc/net/tcp", "\n".join(lines))
    process(tmp_path, 34, "nginx", "socket:[99]")
    process(tmp_path, 35, "curl", "socket:[77]")

    holder = process_at_port(8080, tmp_path)

    assert holder is not None
    assert holder.command == "nginx"
    assert process_at_port(8081, tmp_path) is None


def test_address_of_the_page_is_free_or_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        found = probe_of(tmp_path).page(ServiceSettings(port=port))

    assert (found.free, found.taken, found.holder) == (False, True, None)
    assert probe_of(tmp_path).page(ServiceSettings()).free


def test_an_address_of_another_machine_is_nowhere(tmp_path: Path) -> None:
    found = probe_of(tmp_path).page(ServiceSettings(listen="192.0.2.1"))

    assert (found.free, found.taken) == (False, False)
    assert found.why


def test_the_user_of_this_machine_has_a_name_or_a_number(tmp_path: Path) -> None:
    assert MachineProbe(tmp_path, no_command).machine().user == str(os.getuid())
    write(tmp_path / "etc/passwd", f"x:y\nme:x:{os.getuid()}:0::/:/bin/sh\n")
    assert MachineProbe(tmp_path, no_command).machine().user == "me"
