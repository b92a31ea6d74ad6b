export const Composer = () => <p>soon</p>
