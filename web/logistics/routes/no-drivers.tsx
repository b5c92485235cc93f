import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

/** Why nobody can be chosen to drive, with the way to where drivers are made. */
export function NoDrivers() {
  const seesUsers = useCan('users.view')
  return (
    <>
      There are no users with the role driver yet.{' '}
      {seesUsers && (
        <Link to={paths.users} className="link">
          Go to user management
        </Link>
      )}
    </>
  )
}
