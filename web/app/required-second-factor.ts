import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { refusals } from '#shared/http/refusal.ts'
import { sessionChanges } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'

/**
 * Redirects administrators who must set up a second factor to their profile; the server refuses them everything else
 * until then.
 */
export function useRequiredSecondFactor() {
  const navigate = useNavigate()
  useEffect(() => {
    const lead = () => {
      const { message } = refusals.SECOND_FACTOR_REQUIRED
      toast.warning(message, { id: message })
      void navigate(paths.profile)
    }
    sessionChanges.addEventListener('second-factor-owed', lead)
    return () => sessionChanges.removeEventListener('second-factor-owed', lead)
  }, [navigate])
}
