import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { Sidebar } from './sidebar.tsx'
import { IconButton } from '#web/ui/button.tsx'

/** The sidebar on a phone: slides in from the left; closes after a choice, on Esc or on a tap outside. */
export function Drawer() {
  const [open, setOpen] = useState(false)
  const followed = useRef(false)
  const follow = () => {
    followed.current = true
    setOpen(false)
  }
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Open menu" className="md:hidden" onClick={() => setOpen(true)}>
          <Menu aria-hidden />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // After a choice, the focus goes to the new page's heading, not back to the menu button.
            if (followed.current) event.preventDefault()
            followed.current = false
          }}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] bg-card shadow-overlay outline-none transition-transform duration-180 starting:-translate-x-full forced-colors:border md:hidden"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar onFollow={follow} />
          <Dialog.Close asChild>
            <IconButton label="Close menu" className="absolute top-2.5 right-2.5">
              <X aria-hidden />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
