import { beforeEach, vi } from 'vitest'

// No test of the site asks a product API that it does not simulate: every page asks for the index
// of the content in the background, and an address that nobody answers takes seconds to fail.
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response('not simulated', { status: 404 })),
  )
})
