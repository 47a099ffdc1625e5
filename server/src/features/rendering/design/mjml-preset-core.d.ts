declare module 'mjml-preset-core' {
  const preset: { components: never[]; dependencies: never };
  export = preset;
}
