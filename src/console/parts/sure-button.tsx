// A button for an action that cannot be undone. It asks for a second click.

import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'

const ASK_MS = 4000

export function SureButton({ name, question, onSure }: { name: string; question: string; onSure: () => void }) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const timer = isAsking ? setTimeout(() => setAsking(false), ASK_MS) : undefined
    return () => clearTimeout(timer)
  }, [isAsking])
  const press = () => {
    if (isAsking) onSure()
    setAsking(!isAsking)
  }
  return <Button class="danger" name={isAsking ? question : name} onClick={press} />
}
