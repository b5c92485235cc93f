// Asked by whoever runs the container: exit code 0 while the server takes changes. Needs no shell and no curl.
const port = process.env.PORT ?? '3000'
const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(8000) }).catch(
  () => null,
)
process.exit(ready?.ok ? 0 : 1)
