import { roleNames } from '#web/identity/role-names.ts'
import { useUser } from '#web/session/session.ts'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** What the app knows of the signed-in user, and how it looks for them. */
export default function ProfilePage() {
  const { name, email, role, phone } = useUser()
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
      <PageHeader title="My profile" />
      <Card title="Account">
        <DescriptionList
          facts={[
            { label: 'Name', value: name },
            { label: 'Email', value: email },
            { label: 'Role', value: roleNames[role] },
            { label: 'Phone', value: phone },
          ]}
        />
      </Card>
      <Card title="Appearance">
        <ThemeSwitch />
      </Card>
    </div>
  )
}
