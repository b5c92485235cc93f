import './styles.css'
import { loadRefetched } from '#web/api/refresh.ts'
import { portalRouter } from '#web/app/portal/portal-router.tsx'
import { rememberShelfUser } from '#web/portal/offline-shelf.ts'
import { refetchedByPortal } from '#web/portal/portal-refetched.ts'
import { startApp } from './start-app.tsx'

loadRefetched(refetchedByPortal)
rememberShelfUser()
startApp(portalRouter)
