import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/page-header.tsx'

/** The breadcrumbs of a return. */
export const returnTrail = (
  <Breadcrumbs>
    <Link to={paths.returns}>Returns</Link>
  </Breadcrumbs>
)
