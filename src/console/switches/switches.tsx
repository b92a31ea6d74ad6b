export const Switches = () => <p>soon</p>
