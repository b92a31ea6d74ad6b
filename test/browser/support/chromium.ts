// Finds an installed Chromium. It never downloads one.

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path in the variable CHROMIUM, or the first Chromium in PATH. */
export function findChromium({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string | undefined {
  if (CHROMIUM) return CHROMIUM
  const places = PATH.split(delimiter).flatMap((directory) => NAMES.map((name) => join(directory, name)))
  return places.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
