import './styles.css'
import './app/office.css'
import { isKnown, router } from '#web/app/router.tsx'
import { shellPages } from '#web/app/shell-pages.ts'
import { prefetchFirstPage } from '#web/app/use-prefetch.ts'
import { startApp } from './start-app.tsx'

startApp(router, (client) => prefetchFirstPage(client, shellPages, isKnown))
