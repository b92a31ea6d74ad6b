// The names of worlds, as keys, base URLs and files bear them.

/** 1 to 64 of `A-Z a-z 0-9 . _ -`, not beginning with a dot. */
export const isWorldName = (name: string) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name)

export const WORLD_NAME_RULE = 'a world name is 1 to 64 of A-Z a-z 0-9 . _ - and does not begin with a dot'
