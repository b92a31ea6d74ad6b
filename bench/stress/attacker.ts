// Runs an attack in a thread, and reports in one line what the attack did.

import { parentPort, workerData } from 'node:worker_threads'
import { attacks } from './attacks.ts'

const { name, origin, minutes } = workerData as { name: string; origin: string; minutes: number }
const result = await attacks[name]?.run(origin, minutes)
parentPort?.postMessage(result ?? 'there is no such attack')
