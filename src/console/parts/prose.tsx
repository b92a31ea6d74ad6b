// Shows a text of an OpenAPI document. It knows two parts of Markdown: paragraphs, and code between backquotes.

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
