import type { Template } from '#shared/retention/templates-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TemplateForm } from './template-form.tsx'

const order = ['First', 'Second', 'Third']
const nameOf = ({ channel, step }: Template) => `${channel}: ${(order[step - 1] ?? '').toLowerCase()} message`

/** The templates of the messages. */
export function TemplatesTab() {
  const { data, error, isFetching, refetch } = useApiQuery(templatesApi.listTemplates, {})
  // Each template has its own URL, so that leaving an unsaved one opens the confirmation.
  const [params, changeAddress] = useUrlQuery()
  const templates = data?.data
  const shown = templates?.find(({ id }) => id === params.get('template')) ?? templates?.[0]
  return (
    <Card title="Templates" help="The text of each message. A second and third message follow as set under Settings.">
      {shown ? (
        <div className="flex flex-col gap-6">
          <SelectField
            label="Template"
            className="max-w-80"
            value={shown.id}
            onChange={({ target }) => changeAddress((next) => next.set('template', target.value))}
          >
            {templates?.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </SelectField>
          <TemplateForm key={shown.id} template={shown} reload={refetch} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </Card>
  )
}
