import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Shows the setup checklist on the dashboard again. */
export function SetupCard() {
  const { data } = useApiQuery(companySetupApi.getCompanySetup, {}, { aside: 'the checklist' })
  const put = useApiMutation(companySetupApi.putCompanySetup, {
    successMessage: () => 'The checklist is on the dashboard',
  })
  if (!data) return null
  const open = data.steps.filter(({ isDone }) => !isDone).length
  const isHidden = data.isDismissed || data.steps.some(({ isDone, isSkipped }) => isSkipped && !isDone)
  return (
    <Card
      title="Set up your company"
      help="The checklist of the dashboard."
      action={
        isHidden &&
        open > 0 && (
          <Button
            size="sm"
            busy={put.isPending}
            onClick={() => put.submit({ body: { skipped: [], isDismissed: false }, version: data.version })}
          >
            Show checklist
          </Button>
        )
      }
    >
      <p className="text-secondary">
        {open === 0 ? 'Everything is set up.' : `${data.steps.length - open} of ${data.steps.length} steps are done.`}
      </p>
    </Card>
  )
}
