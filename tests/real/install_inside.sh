#!/bin/sh
# Inside the system of the installation's test: the scripts and the service, for real.
#
# The table has pictures for its camera and nothing else that a Pi has. What is typed is printed;
# the first thing that is not as it should be ends the test.
set -eu

project=/srv/table
settings=/etc/arbiter/table.toml
log=/tmp/said

step() { printf -- '- %s\n' "$*"; }
fail() {
    printf 'NOT SO: %s\n' "$*"
    tail -n 25 "$log" 2>/dev/null || :
    systemctl status --no-pager --lines=0 arbiter || :
    journalctl --namespace=arbiter --no-pager --lines=20 || :
    exit 1
}
typed() { # $1: expected status; the rest: the command
    expected=$1
    shift
    printf '  $ %s\n' "$*"
    status=0
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" = "$expected" ] || fail "it ended with status $status, not $expected"
}
says() { grep -Fq -- "$1" "$log" || fail "it does not say: $1"; }
within() { # $1: seconds; the rest: a command that must succeed by then
    left=$1
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || fail "not in time: $*"
        sleep 1
    done
}
told() { systemctl show --property "$1" --value arbiter; }
restarted() { [ "$(told NRestarts)" -ge "$1" ] && systemctl is-active --quiet arbiter; }
chosen() { basename -- "$(readlink -- /opt/arbiter/current)"; }
runs_version() { # of the chosen version, and no other
    [ "$(readlink -f "/proc/$(told MainPID)/cwd")" = /var/lib/arbiter ] &&
        tr '\0' ' ' <"/proc/$(told MainPID)/cmdline" | grep -Fq "/versions/$(chosen)/"
}
number() { sed -i "s/^version = .*/version = \"$1\"/" "$project/pyproject.toml"; }

# shellcheck source=/dev/null # what the system says of itself
. /etc/os-release
printf '%s, %s, %s\n' "$PRETTY_NAME" "$(systemctl --version | head -n 1)" "$(python3 --version)"
mkdir -p "$project"
(cd /checkout && tar -cf - --exclude=./.git --exclude=./.venv --exclude=./training --exclude='./.*_cache' .) |
    (cd "$project" && tar -xf - --no-same-owner)
cd "$project"

step "installed, with its user, groups, settings, service and I2C"
typed 0 hardware/install/install.sh
says "sudo systemctl enable --now arbiter"
grep -q '^dtparam=i2c_arm=on,i2c_arm_baudrate=400000$' /boot/firmware/config.txt || fail "no I2C"
for group in video gpio i2c spi audio; do
    id -nG arbiter | grep -qw "$group" || fail "not in the group $group"
done
cat >"$settings" <<'TOML'
[devices]
camera = "folder:/opt/arbiter/current/firmware/demo_game/frames"
display = "none"
buttons = "none"
TOML

step "started: it says itself that it is ready, as its own user, with a journal in memory"
typed 0 systemctl enable --now arbiter
[ "$(told ActiveState)" = active ] || fail "it is $(told ActiveState)"
[ "$(ps -o user= -p "$(told MainPID)")" = arbiter ] || fail "it is not its own user"
journalctl --namespace=arbiter --no-pager >"$log"
[ -s "$log" ] || fail "its journal says nothing"
find /var/log/journal -path '*.arbiter/*' -type f >"$log" 2>/dev/null || :
if [ -s "$log" ]; then fail "its journal is on the card"; fi
runs_version || fail "another version runs"

step "it writes in its own place and nowhere else"
(nsenter --target "$(told MainPID)" --mount --setuid "$(id -u arbiter)" --setgid "$(id -g arbiter)" \
    sh -c 'touch /var/lib/arbiter/mine && rm /var/lib/arbiter/mine &&
        ! touch /opt/arbiter/x && ! touch /etc/arbiter/x && ! touch /home/x') >"$log" 2>&1 ||
    fail "it can write where it should not, or cannot where it should"

step "killed, it comes back; hanging, the watchdog brings it back"
kill -KILL "$(told MainPID)"
within 60 restarted 1
kill -STOP "$(told MainPID)"
within 120 restarted 2
sleep 40 # longer than the watchdog's time
[ "$(told NRestarts)" = 2 ] || fail "it came back once more: $(told NRestarts) times"

step "its user may switch off, another may not"
can() {
    runuser -u "$1" -- busctl call org.freedesktop.login1 /org/freedesktop/login1 \
        org.freedesktop.login1.Manager CanPowerOff
}
[ "$(can arbiter)" = 's "yes"' ] || fail "its user may not: $(can arbiter)"
[ "$(can nobody)" != 's "yes"' ] || fail "anybody may"

step "its doctor looks at what the service has, as root types it"
typed 0 arbiter doctor --no-buttons

step "updated to a version that is well"
old=$(chosen)
number 97.0
typed 0 hardware/install/update.sh
says "runs; the one before it, $old, is kept"
case $(chosen) in *-97.0) ;; *) fail "$(chosen) is chosen" ;; esac
[ -d "/opt/arbiter/versions/$old" ] || fail "the old one is gone"
runs_version || fail "another version runs"
old=$(chosen)

step "a version whose doctor finds a fault is not kept"
number 98.0
cp firmware/doctor/command.py /tmp/command.py
echo 'raise SystemExit(1)' >>firmware/doctor/command.py
typed 1 hardware/install/update.sh
says "did not pass the doctor; version $old is back, and nothing was lost"
cp /tmp/command.py firmware/doctor/command.py
[ "$(chosen)" = "$old" ] || fail "$(chosen) is chosen"
within 30 runs_version

step "a version that passes and does not start is not kept"
number 99.0
sed -i 's/^def run(/def run(*_: object) -> int:\n    return 3\n\n\ndef was(/' firmware/table/command.py
typed 1 hardware/install/update.sh
says "did not start; version $old is back, and nothing was lost"
[ "$(chosen)" = "$old" ] || fail "$(chosen) is chosen"
within 30 runs_version
[ "$(find /opt/arbiter/versions -mindepth 1 -maxdepth 1 | wc -l)" = 2 ] || fail "not two versions"

step "uninstalled: games and settings stay, until --all"
touch /var/lib/arbiter/a-game
typed 0 hardware/install/uninstall.sh
says "the games stay in /var/lib/arbiter"
for gone in /opt/arbiter /usr/local/bin/arbiter /etc/systemd/system/arbiter.service; do
    [ ! -e "$gone" ] || fail "$gone is there"
done
! id arbiter >/dev/null 2>&1 || fail "its user is there"
! systemctl cat arbiter >/dev/null 2>&1 || fail "systemd knows it still"
[ -f /var/lib/arbiter/a-game ] || fail "games are gone"
[ -f "$settings" ] || fail "settings are gone"
typed 0 hardware/install/uninstall.sh --all
[ ! -e /var/lib/arbiter ] || fail "games are there"
[ ! -e "$settings" ] || fail "settings are there"
echo "all passed"
