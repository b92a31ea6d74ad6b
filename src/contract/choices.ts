// The choices of assumptions: what the sandbox does where the document of the service is silent.

/** The key is the id of an assumption: `{ order: 'shuffled' }`. An assumption that is not named has its default. */
export type Choices = Readonly<Record<string, string>>

export const NO_CHOICES: Choices = {}

/** Said to a request that wants to choose by itself. */
export const HOW_TO_CHOOSE = 'choose at the start with --assume order=shuffled, or for one world with PUT /_sandbox/worlds/w1/assumptions'
