import { inOneLine } from '#shared/in-one-line.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { estimateLinksApi, type OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { OfferedAnswer, type OfferedAnswerProps } from './offered-answer.tsx'
import { OfferedLines } from './offered-lines.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useDeviceTheme } from '#web/session/device-theme.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

const storageKey = 'estimate-code'

const codeIn = ({ hash }: { hash: string }) => new URLSearchParams(hash.slice(1)).get('code')

/**
 * The secret of the mailed link: removed from the URL at once, and stored in sessionStorage so that a reload works. Opening
 * another link in the same tab changes only the fragment, without a page load, so it is read on each URL change.
 */
function useCode(): string {
  const location = useLocation()
  const given = codeIn(location)
  const [code, setCode] = useState(() => given ?? sessionStorage.getItem(storageKey) ?? '')
  if (given !== null && given !== code) setCode(given)
  useEffect(() => {
    const opened = codeIn(location)
    if (opened === null) return
    sessionStorage.setItem(storageKey, opened)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [location])
  return code
}

/** The customer's page behind a mailed link: the estimate, with the form to accept or decline it. Works without a session. */
export default function OfferedEstimatePage() {
  const code = useCode()
  useDeviceTheme()
  return <OfferedByLink key={code} code={code} />
}

function OfferedByLink({ code }: { code: string }) {
  const offered = useQuery<OfferedEstimate, ApiError>({
    queryKey: ['offered-estimate', code],
    queryFn: () => call(estimateLinksApi.openLink, { body: { token: code } }, { quiet: true }),
    enabled: code !== '',
    refetchOnWindowFocus: false,
    retry: false,
  })
  const [answered, setAnswered] = useState<OfferedEstimate>()
  const estimate = answered ?? offered.data
  if (estimate)
    return <Offered estimate={estimate} code={code} onAnswered={setAnswered} onRefused={() => void offered.refetch()} />
  const { error } = offered
  const isOver = code === '' || error?.status === 400 || error?.status === 422
  return (
    <>
      <PageHeader title="Estimate" />
      <Card flush={isOver || error !== null}>
        {isOver ? (
          <EmptyState kind="no-match" title="This link no longer works">
            {code === ''
              ? 'The link is incomplete. Open it from the email again.'
              : 'It has expired or was replaced. Ask the sender for a new one.'}
          </EmptyState>
        ) : error ? (
          <ErrorState
            what="This estimate"
            error={error}
            onRetry={() => void offered.refetch()}
            retrying={offered.isFetching}
          />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Card>
    </>
  )
}

function Offered({ estimate, ...rest }: OfferedAnswerProps) {
  const { company, customer, reference, notes } = estimate
  const contact = [company.address && inOneLine(company.address), company.email, company.phone]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <PageHeader
        title={`Estimate ${estimate.number}`}
        help={`From ${company.name} for ${customer}. Valid until ${formatDay(estimate.validUntil)}.${reference ? ` Your reference: ${reference}.` : ''}`}
      />
      <OfferedLines estimate={estimate} />
      {notes && (
        <Card title="Notes">
          <p className="whitespace-pre-line text-pretty text-secondary">{notes}</p>
        </Card>
      )}
      <OfferedAnswer estimate={estimate} {...rest} />
      <p className="text-pretty text-center text-muted text-xs">
        {company.name}
        {contact && <> · {unbrokenAddress(contact)}</>}
      </p>
    </>
  )
}
