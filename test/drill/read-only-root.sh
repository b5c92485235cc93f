#!/bin/sh
# Runs COMMAND as user UID:GID without privileges, with TREE as a read-only root, where only /data (DATA) and /tmp are
# writable. Does what a container engine does with read_only, tmpfs, user and cap_drop. Needs a mount namespace of its own.
set -eu
tree=$1 data=$2 folder=$3 uid=$4 gid=$5
shift 5
mount --bind "$tree" "$tree"
mount --bind "$data" "$tree/data"
mount -t tmpfs tmpfs "$tree/tmp"
mount -t proc proc "$tree/proc"
mount --rbind /dev "$tree/dev"
mount -o remount,bind,ro "$tree"
cd "$tree"
exec chroot . /usr/bin/setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
  /usr/bin/env --chdir="$folder" "$@"
