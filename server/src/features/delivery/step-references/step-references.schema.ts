/** A step that uses a layout or an HTTP request. */
export interface UsingStep {
  platform: string;
  workflow: string | null;
  stepId: string;
  actionConfigId: string;
}
