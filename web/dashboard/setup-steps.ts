import {
  Boxes,
  Building2,
  Image,
  type LucideIcon,
  Mail,
  MapPin,
  Percent,
  ShoppingCart,
  UserPlus,
  Users,
} from 'lucide-react'
import type { SetupStep } from '#shared/dashboard/company-setup-api.ts'
import { paths } from '#web/paths.ts'

/** The title of each step, and the page on which it is done. */
export const setupStepContents: Record<SetupStep, { icon: LucideIcon; title: string; text: string; to: string }> = {
  company: {
    icon: Building2,
    title: 'Company',
    text: 'Name and address for documents.',
    to: `${paths.settings}#company`,
  },
  logo: { icon: Image, title: 'Logo', text: 'Shown on your documents.', to: `${paths.settings}#logo` },
  taxes: { icon: Percent, title: 'Taxes', text: 'The rates that you invoice.', to: `${paths.settings}#taxes` },
  mail: {
    icon: Mail,
    title: 'Email',
    text: 'Set up the mail server and send a test email.',
    to: `${paths.settings}#email`,
  },
  locations: {
    icon: MapPin,
    title: 'Locations',
    text: 'The warehouses and factories that hold stock.',
    to: paths.locations,
  },
  products: { icon: Boxes, title: 'Products', text: 'Import your list, or add one by hand.', to: paths.productImport },
  customers: {
    icon: Users,
    title: 'Customers',
    text: 'Import your list with addresses, or add one by hand.',
    to: paths.customerImport,
  },
  users: { icon: UserPlus, title: 'Users', text: 'Invite your team.', to: paths.users },
  order: { icon: ShoppingCart, title: 'First order', text: 'Take an order and confirm it.', to: paths.orderNew },
}
