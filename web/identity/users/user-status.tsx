import type { ListedUser } from '#shared/identity/users/users-api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'

/** The status badge of a user. */
export function UserStatus({ user }: { user: Pick<ListedUser, 'suspended' | 'hasPassword'> }) {
  if (user.suspended) return <StatusBadge tone="bad">Suspended</StatusBadge>
  if (!user.hasPassword) return <StatusBadge tone="info">Invited</StatusBadge>
  return <StatusBadge tone="good">Active</StatusBadge>
}
