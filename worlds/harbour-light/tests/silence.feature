Feature: the horn

  @HORN-2
  Scenario: clear weather
    Given clear weather
    Then the horn is silent
