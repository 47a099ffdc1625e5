/** An error response of GitHub; thrown by the code that handles a call. */
export class FakeGitHubError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const refuse = (status: number, message: string): never => {
  throw new FakeGitHubError(status, message);
};

export const errorBody = (status: number, message: string) => ({
  message,
  documentation_url: 'https://docs.github.com/rest',
  status: String(status),
});
