#!/bin/sh
# Runs a command of a RUN instruction in a root folder (in `unshare --mount`):
#   run-step.sh <root> <working directory> <folder with npm's settings> <npm's cache> <command>
# The command reaches the npm registry as npm does on this machine. Nothing of that stays in the root.
set -eu
root=$1 directory=$2 settings=$3 cache=$4 command=$5

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mkdir "$root/run/npm" "$root/run/npm-cache"
mount --bind "$settings" "$root/run/npm"
mount --bind "$cache" "$root/run/npm-cache"
mount --bind /etc/ssl/certs "$root/etc/ssl/certs"
for file in hosts resolv.conf; do mount --bind "/etc/$file" "$root/etc/$file"; done

exec chroot "$root" /usr/bin/env --chdir="$directory" /bin/sh -c "$command"
