#!/usr/bin/env bash
# The README's two commands on a machine that has nothing: a minimal Debian 12 in a folder, entered by chroot. What is committed
# is cloned there, so a file that was forgotten and a package that was not asked for show.
#
#   tools/try_fresh.sh [user|root] [COMMAND...]    COMMAND: "./dev run", "./dev test" if none is given
#
# `user` (default) is an ordinary user with sudo. Takes root, mmdebstrap, and this machine's own sources of packages.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

who=${1-user}
shift || true
commands=("$@")
((${#commands[@]})) || commands=("./dev run" "./dev test")
case $who in user | root) ;; *) echo "try_fresh: 'user' or 'root', not '$who'" >&2 && exit 2 ;; esac
((EUID == 0)) || exec sudo "$0" "$who" "$@"
command -v mmdebstrap >/dev/null || { apt-get -q update && apt-get -qy install mmdebstrap; } >&2

root=$(mktemp -d -t pintle_fresh.XXXXXX)
leave() {
  umount -l "$root/proc" "$root/sys" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap leave EXIT

say() { printf -- '---- %s\n' "$*"; }
size() { (cd "$root" && du -smx --exclude=./proc --exclude=./sys --exclude=./dev --exclude=./home --exclude=./root . | cut -f1); }

say "a minimal Debian 12 with git and sudo"
debian=$(grep -lsw bookworm /etc/apt/sources.list /etc/apt/sources.list.d/*.{sources,list} | head -n 1 || true)
[[ -n $debian ]] || { echo "try_fresh: apt has no source of bookworm here" >&2 && exit 1; }
mmdebstrap --quiet --variant=minbase --include=git,sudo,ca-certificates bookworm "$root" "$debian"
cp -rT /etc/apt/auth.conf.d "$root/etc/apt/auth.conf.d" 2>/dev/null || true
cp /etc/resolv.conf /etc/hosts "$root/etc/"
for place in proc sys dev; do
  mount --rbind "/$place" "$root/$place"
  mount --make-rslave "$root/$place"
done

name=root home=/root
if [[ $who == user ]]; then
  name=guest home=/home/guest
  chroot "$root" useradd --create-home --shell /bin/bash guest
  echo 'guest ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/guest"
fi
git clone -q "$source" "$root$home/pintle"
chroot "$root" chown -R "$name" "$home/pintle"

as_guest() {
  chroot "$root" env -i HOME="$home" USER="$name" TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 setpriv --reuid "$name" --regid "$name" --init-groups bash -c "cd ~/pintle && $1"
}

before=$(size)
for command in "${commands[@]}"; do
  say "$who: $command"
  start=$SECONDS
  as_guest "$command" </dev/null
  say "$who: $command: good, $((SECONDS - start)) s; packages so far $(($(size) - before)) MB"
done
