import type { ListedUser } from '#shared/identity/users/users-api.ts'
import { roleNames } from '#shared/identity/role-names.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The account data of a user. */
export function UserFacts({ user }: { user: ListedUser }) {
  return (
    <Card title="Account">
      <DescriptionList
        facts={[
          { label: 'Email', value: user.email },
          { label: 'Phone', value: user.phone },
          { label: 'Role', value: roleNames[user.role] },
          ...(user.role === 'customer' ? [{ label: 'Customer', value: user.accountName }] : []),
          { label: 'Password', value: user.hasPassword ? 'Set' : 'Not set yet' },
          { label: 'Second factor', value: user.hasSecondFactor ? 'On' : 'Off' },
          { label: 'Last sign-in', value: user.lastSignInAt ? <RelativeTime at={user.lastSignInAt} /> : 'Never' },
          { label: 'Registered', value: formatDay(user.createdAt.slice(0, 10)) },
        ]}
      />
    </Card>
  )
}
