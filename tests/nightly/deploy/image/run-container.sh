#!/bin/sh
# Runs a command as Docker Compose runs it in a container: run-container.sh <folder> <command> [argument…]
# The folder has the settings (`settings`), the environment, the hosts, the secrets and the volumes of the container.
# The process keeps its id, so that a signal to it reaches the program.
set -eu
folder=$1
. "$folder/settings" # root, name, workdir, user, group, tmpfs, volumes, limits

if [ -z "${IN_CONTAINER:-}" ]; then
  for limit in $limits; do echo $$ >"$limit/cgroup.procs"; done
  IN_CONTAINER=1 exec unshare --mount --uts --ipc sh "$0" "$@"
fi
shift

echo "$name" >/proc/sys/kernel/hostname
mount --bind "$root" "$root"
mount -o remount,bind,ro,nosuid,nodev "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o "$tmpfs" tmpfs "$root/tmp"

mount -t tmpfs -o size=64k,mode=755,nosuid,noexec tmpfs "$root/dev"
for device in null zero full random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,ro "$root/dev"

mount -t tmpfs -o size=64k,mode=755,nosuid,nodev,noexec tmpfs "$root/run"
mkdir "$root/run/secrets"
mount --bind "$folder/secrets" "$root/run/secrets"
mount -o remount,bind,ro "$root/run/secrets"
mount -o remount,ro "$root/run"
mount --bind "$folder/hosts" "$root/etc/hosts"
for volume in $volumes; do mount --bind "$folder/volumes$volume" "$root$volume"; done

# Without a capability, and without a way to get one.
set -- /usr/bin/setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs --bounding-set=-all \
  --inh-caps=-all "$@"
while IFS= read -r variable; do set -- "$variable" "$@"; done <"$folder/environment"
exec chroot "$root" /usr/bin/env -i --chdir="$workdir" "$@"
