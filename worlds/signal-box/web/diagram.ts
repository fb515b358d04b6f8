// The diagram of the line.
export const length = 4;
