import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { refusals } from '#shared/http/refusal.ts'
import { sessionChanges } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'

/** Leads an administrator of whom the company demands a second factor to where it is set up: nothing else is open to them. */
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
