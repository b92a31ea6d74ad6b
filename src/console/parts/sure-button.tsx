// A button for an action that cannot be undone. It asks for a second click.

import { useEffect, useState } from 'preact/hooks'

const ASK_MS = 4000

export function SureButton({ name, question, onSure }: { name: string; question: string; onSure: () => void }) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const timer = isAsking ? setTimeout(() => setAsking(false), ASK_MS) : undefined
    return () => clearTimeout(timer)
  }, [isAsking])
  return (
    <button
      type="button"
      class="danger"
      onClick={() => {
        if (isAsking) onSure()
        setAsking(!isAsking)
      }}
    >
      {isAsking ? question : name}
    </button>
  )
}
