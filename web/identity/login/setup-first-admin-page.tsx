import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { identityApi } from '#shared/identity/login/api.ts'
import { apiQuery } from '#web/api/query.ts'
import { AuthCard, linkClass } from './auth-card.tsx'
import { useFragment } from '#web/api/use-fragment.ts'
import { SetupForm } from './setup-form.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Creates the first administrator of a new installation; closed as soon as there is one. */
export default function SetupFirstAdminPage() {
  const code = useFragment('code')
  const setup = useQuery({ ...apiQuery(identityApi.setupOpen, {}, { quiet: true }), staleTime: 0 })
  if (setup.isPending)
    return (
      <AuthCard title="Set up Wardstock">
        <SkeletonText lines={6} />
      </AuthCard>
    )
  if (setup.data?.open)
    return (
      <AuthCard
        title="Set up Wardstock"
        help="Create the administrator account. You can invite your team afterwards."
        footer={
          <p>
            Have an account?{' '}
            <Link to={paths.login} className={linkClass}>
              Log in
            </Link>
          </p>
        }
      >
        <SetupForm code={code} demo={setup.data.demo} />
      </AuthCard>
    )
  if (setup.error && setup.error.status !== 404)
    return (
      <AuthCard title="Set up Wardstock">
        <ErrorState
          what="The setup"
          error={setup.error}
          onRetry={() => void setup.refetch()}
          retrying={setup.isFetching}
        />
      </AuthCard>
    )
  return (
    <AuthCard title="Set up Wardstock">
      <Notice title="Wardstock is set up already">
        An administrator exists. Log in, or ask them for a registration link.
      </Notice>
      <Button asChild variant="primary">
        <Link to={paths.login}>Go to login</Link>
      </Button>
    </AuthCard>
  )
}
