// Text of a document: paragraphs, and code between backquotes. Nothing else is read into it.

export const Prose = ({ text }: { text: unknown }) => (
  <>
    {String(text ?? '')
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
  </>
)

export const Inline = ({ text }: { text: unknown }) => (
  <>
    {String(text ?? '')
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}
  </>
)
