// Runs the load generator in a process of its own, so that it can have a core of its own. It gets jobs from the bench, one after the
// other, and ends when the bench ends.

import { type Job, makeLoad } from './generator.ts'

process.on('message', async (job: Job) => {
  try {
    process.send?.({ outcome: await makeLoad(job) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())
