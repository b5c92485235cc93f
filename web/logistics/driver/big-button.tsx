import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = { onClick?: () => void; type?: 'button' | 'submit'; busy?: boolean; children: ReactNode }

/** The primary action: full width, large enough for a gloved thumb. */
export function BigButton({ children, type = 'button', ...rest }: Props) {
  return (
    <Button
      {...rest}
      type={type}
      variant="primary"
      size="lg"
      className="h-16 w-full whitespace-normal text-xl [&_svg]:size-6"
    >
      {children}
    </Button>
  )
}
