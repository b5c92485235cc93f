import { Outlet } from 'react-router'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { BrandSign } from '#web/identity/public/brand.tsx'

/** Layout of the public pages: the app's name and one card below it. */
export function AuthLayout() {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-[max(2.5rem,12vh)] pb-10">
      <main className="flex w-full max-w-100 flex-col gap-6">
        <p className="flex items-center justify-center gap-3 font-semibold text-xl tracking-tight">
          <BrandSign size={36} />
          Wardstock
        </p>
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
      </main>
    </div>
  )
}
