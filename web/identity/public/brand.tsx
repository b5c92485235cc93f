/** The logo of Wardstock; its name is beside it or in `label`, for screen readers. */
export function BrandSign({ label, size = 28 }: { label?: string; size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="shrink-0" {...(label ? named(label) : hidden)}>
      <rect width="32" height="32" rx="8" className="fill-[#0f766e]" />
      <path
        d="M7.5 10.5 12 22l4-9.5 4 9.5 4.5-11.5"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

const hidden = { 'aria-hidden': true } as const
const named = (label: string) => ({ role: 'img', 'aria-label': label }) as const
