import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** In the place of the form, for those who may see products but not change them. */
export function NoProductEdit({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        <EmptyState
          kind="no-permission"
          title="You can't change products"
          action={
            <Button asChild>
              <Link to={paths.products}>Go to inventory</Link>
            </Button>
          }
        >
          Ask an administrator for permission to edit the inventory.
        </EmptyState>
      </Card>
    </>
  )
}
