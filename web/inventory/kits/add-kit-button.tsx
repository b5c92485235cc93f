import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Links to the form of a new kit. */
export function AddKit() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.kitNew}>
        <Plus aria-hidden />
        Add kit
      </Link>
    </Button>
  )
}
